import { execFileSync } from 'node:child_process';
import type { PackagedProgram } from './packaged-program.ts';

/** Writes the manual page of a program in section 8, from the `--help` of the program and of each of its commands. */
export function manualPage(
  { name, version, summary, guides, example }: PackagedProgram,
  executable: string,
): string {
  const ask = (args: readonly string[]): string =>
    execFileSync(executable, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const general = ask(['--help']);
  const commands = [...(general.split(/^Commands:$/m)[1] ?? '').matchAll(/^ {2}([a-z-]+)\b/gm)]
    .map(([, command]) => command!)
    .filter((command) => command !== 'help');
  return [
    `.TH ${name.toUpperCase()} 8 "" "${name} ${version}"`,
    '.SH NAME',
    roff(`${name} - ${summary}`),
    '.SH SYNOPSIS',
    `.B ${name}`,
    '[command] [options]',
    '.SH DESCRIPTION',
    verbatim(general),
    '.SH COMMANDS',
    ...commands.flatMap((command) => [`.SS ${roff(command)}`, verbatim(ask(['help', command]))]),
    '.SH FILES',
    '.TP',
    roff(`/etc/sonde/${example.replace('.example', '')}`),
    `The configuration; ${roff(`/etc/sonde/${example}`)} is an example.`,
    '.TP',
    roff(`/var/lib/${name}`),
    'Identity, spool and status socket of the service.',
    '.SH SEE ALSO',
    roff(guides.map((guide) => `/usr/share/doc/${name}/${guide}`).join(', ')),
    '',
  ].join('\n');
}

function verbatim(text: string): string {
  return `.nf\n${roff(text)}\n.fi`;
}

/** A backslash begins an escape, a full stop or an apostrophe at a line's beginning a request, and a bare `-` is a hyphen. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
