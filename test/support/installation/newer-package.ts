import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const headLength = 60;
const magic = '!<arch>\n';

/** Writes the package once more, as of another version: what dpkg takes for an upgrade. Its files are copied as they are. */
export async function newerPackage(path: string, version: string, target: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-newer-'));
  try {
    const script = `cd "$1"; member=$(ar t "$2" | grep '^control'); ar p "$2" "$member" >"$member"; mkdir tree
      tar -xf "$member" -C tree; sed -i "s/^Version: .*/Version: $3/" tree/control
      tar -czf control.tar.gz --owner=root --group=root -C tree .`;
    execFileSync('bash', ['-euc', script, 'bash', directory, path, version]);
    const control = readFileSync(join(directory, 'control.tar.gz'));
    const stream = createWriteStream(target);
    stream.write(magic);
    stream.write(member('debian-binary', Buffer.from('2.0\n')));
    stream.write(member('control.tar.gz', control));
    await pipeline(createReadStream(path, { start: startOfData(path) }), stream);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** A member of an archive: its head in text (ar(5)), then what is in it, filled up to an even length. */
function member(name: string, content: Buffer): Buffer {
  const head = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}`;
  const fill = content.length % 2 === 0 ? '' : '\n';
  return Buffer.concat([
    Buffer.from(`${head}${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.from(fill),
  ]);
}

/** The third member of a package is what it installs. */
function startOfData(path: string): number {
  const start = execFileSync('head', ['-c', String(2 ** 20), path], { maxBuffer: 2 ** 21 });
  let offset = magic.length;
  for (let index = 0; index < 2; index++) {
    const length = Number(start.toString('latin1', offset + 48, offset + 58));
    offset += headLength + length + (length % 2);
  }
  return offset;
}
