wrk.method = 'POST'
wrk.body = 'username=admin&password=wrong'
