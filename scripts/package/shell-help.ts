import { commands } from '../../src/cli/command.ts'
import type { Flag } from '../../src/settings/flags.ts'

interface DescribedCommand {
  readonly name: string
  readonly help: string
  readonly usage: string
  readonly words: readonly string[]
  readonly notes: string | undefined
  readonly flags: readonly Flag<unknown>[]
}

/** Every command with its flags, in the order of the help. */
async function describeCommands(): Promise<DescribedCommand[]> {
  const described = [...commands].map(async ([name, { help, load }]) => {
    const { flags, notes, usage = '[FLAGS]', words = [] } = await load()
    return { name, help, notes, flags, usage, words }
  })
  return Promise.all(described)
}

/** The man page, in roff. */
export async function manPage(version: string): Promise<string> {
  const described = await describeCommands()
  const lines = [
    `.TH PORTICO 1 "" "Portico ${version}" "User Commands"`,
    '.SH NAME',
    'portico \\- the web login of a network device that speaks RESTCONF',
    '.SH SYNOPSIS',
    '.B portico\n[\\fICOMMAND\\fR] [\\fIFLAGS\\fR]',
    '.SH DESCRIPTION',
    'Portico stands between a browser and a router or switch that speaks RESTCONF (RFC 8040). It checks user name and password with the device, keeps the session, and shows what the device offers.',
    'Without a command, \\fBserve\\fR runs. Flags win over environment variables.',
    ...described.flatMap(sectionFor),
    '.SH FILES',
    ...definition('/etc/default/portico', 'the settings of the service, as variables'),
    ...definition('/usr/share/doc/portico/operations.md', 'how to install, upgrade, watch and repair it'),
    '.SH EXIT STATUS',
    '0 when all is well, 2 for a wrong setting. Other statuses are named with their command.',
  ]
  return `${lines.join('\n')}\n`
}

function sectionFor({ name, help, notes, flags, usage: called }: DescribedCommand): string[] {
  return [
    `.SH PORTICO ${name.toUpperCase()}`,
    `.B portico ${name}\n${roff(called)}`,
    '.PP',
    `${roff(help)}.`,
    ...flags.flatMap((flag) => definition(usage(flag), described(flag))),
    ...(notes === undefined ? [] : ['.PP', ...notes.split('\n').flatMap((line) => [roff(line), '.br'])]),
  ]
}

const definition = (term: string, text: string) => ['.TP', `.B ${roff(term)}`, roff(text)]
const usage = ({ flag, value, isSwitch }: Flag<unknown>) => (isSwitch ? flag : `${flag} ${value}`)

function described({ help, default: unset, variable }: Flag<unknown>): string {
  const more = [
    ...(unset === undefined ? [] : [`default ${unset}`]),
    ...(variable === undefined ? [] : [`variable ${variable}`]),
  ]
  return more.length === 0 ? help : `${help} (${more.join('; ')})`
}

/** A line that begins with a dot or a quote would be a request to roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
}

/** What the shells offer after the Tab key. */
export async function completions(): Promise<{ bash: string; zsh: string; fish: string }> {
  const described = await describeCommands()
  return { bash: bashCompletion(described), zsh: zshCompletion(described), fish: fishCompletion(described) }
}

const namesOf = (flags: readonly Flag<unknown>[]) => flags.map(({ flag }) => flag).join(' ')

function bashCompletion(described: readonly DescribedCommand[]): string {
  const commandNames = described.map(({ name }) => name).join(' ')
  const cases = described.map(
    ({ name, flags, words }) => `    ${name}) flags="${namesOf(flags)}" words="${words.join(' ')}" ;;`,
  )
  return `# bash completion for portico
_portico() {
  local current=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} flags words
  if [ "$COMP_CWORD" -eq 1 ]; then
    command=serve
  fi
  case $command in
${cases.join('\n')}
    help) words="${commandNames}" ;;
    -*) flags="${namesOf(described.find(({ name }) => name === 'serve')?.flags ?? [])}" ;;
  esac
  [ "$COMP_CWORD" -ne 1 ] || words="${commandNames} help"
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags --help --version" -- "$current"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _portico portico
`
}

function zshCompletion(described: readonly DescribedCommand[]): string {
  const list = described.map(({ name, help }) => `    '${name}:${quiet(help)}'`)
  const cases = described.map(
    ({ name, flags, words }) =>
      `    ${name}) _arguments ${words.length > 0 ? `'*:word:(${words.join(' ')})'` : ''} ${flagsForZsh(flags)} ;;`,
  )
  return `#compdef portico
_portico() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
    help) _describe command commands ;;
    *) _arguments ${flagsForZsh(described.find(({ name }) => name === 'serve')?.flags ?? [])} ;;
  esac
}
_portico "$@"
`
}

function flagsForZsh(flags: readonly Flag<unknown>[]): string {
  return flags
    .map(({ flag, help, isSwitch }) => `'${flag}[${quiet(help)}]${isSwitch ? '' : ':value:_files'}'`)
    .join(' ')
}

function fishCompletion(described: readonly DescribedCommand[]): string {
  const lines = described.flatMap(({ name, help, flags, words }) => [
    `complete -c portico -n __fish_use_subcommand -f -a ${name} -d '${quiet(help)}'`,
    ...words.map((word) => `complete -c portico -n '__fish_seen_subcommand_from ${name}' -f -a ${word}`),
    ...flags.map(
      ({ flag, help: what, isSwitch }) =>
        `complete -c portico -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${isSwitch ? '' : ' -r'} -d '${quiet(what)}'`,
    ),
  ])
  return `# fish completion for portico\n${lines.join('\n')}\n`
}

/** Without the characters that end a word or a description in a shell's file. */
const quiet = (text: string) => text.replaceAll(/['`$"\\[\]:]/g, '')
