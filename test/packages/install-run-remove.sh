#!/bin/sh
# install-run-remove.sh PACKAGE: installs it, runs what its unit says until told to stop, removes it, and says
# what is left of it.
set -e
dpkg --install "$1"
stat --format='%a %U:%G %n' /etc/portico /etc/portico/session-secret /etc/default/portico \
  /usr/lib/sysctl.d/30-portico.conf

set -a
. /etc/default/portico
set +a
command=$(sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/portico.service)
setpriv --reuid portico --regid portico --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all $command &
service=$!
trap 'kill $service' TERM
wait $service || true
wait $service && echo "the service ended with 0"

dpkg --purge portico
for path in /etc/portico /etc/default/portico /usr/bin/portico /usr/lib/sysctl.d/30-portico.conf /var/lib/portico /usr/share/doc/portico; do
  if [ -e $path ]; then echo "left: $path"; fi
done
if getent passwd portico; then echo 'left: the user'; fi
echo 'removed'
