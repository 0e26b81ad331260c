import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../../scanner/bench/lab/run-tool.ts';

export interface Issued {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** A certificate authority of the lab's own. */
export interface LabAuthority {
  /** Its certificate in PEM, for `SONDE_AUTHORITIES`. */
  readonly file: string;
  issue(names: readonly string[], days?: number): Promise<Issued>;
}

export async function makeAuthority(directory: string): Promise<LabAuthority> {
  const file = join(directory, 'authority.pem');
  const key = join(directory, 'authority.key');
  const openssl = (...args: string[]) => runTool('openssl', args);
  const ecKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    ...['req', '-x509', ...ecKey, '-days', '30', '-subj', '/CN=Lab Authority', '-keyout', key, '-out', file],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  );
  let count = 0;
  return {
    file,
    issue: async (names, days = 20) => {
      const base = join(directory, `server-${count++}`);
      const extensions = [
        `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
        'basicConstraints=critical,CA:FALSE',
        'keyUsage=critical,digitalSignature',
        'extendedKeyUsage=serverAuth',
        'authorityKeyIdentifier=keyid',
        'subjectKeyIdentifier=hash',
      ];
      await writeFile(`${base}.ext`, `${extensions.join('\n')}\n`);
      await openssl(
        'req',
        ...ecKey,
        '-subj',
        `/CN=${names[0]}`,
        '-keyout',
        `${base}.key`,
        '-out',
        `${base}.csr`,
      );
      await openssl(
        ...['x509', '-req', '-in', `${base}.csr`, '-CA', file, '-CAkey', key, '-days', String(days)],
        ...[
          '-set_serial',
          `0x${String(count).padStart(2, '0')}ab12cd34ef56`,
          '-extfile',
          `${base}.ext`,
          '-out',
          `${base}.crt`,
        ],
      );
      return { key: await readFile(`${base}.key`), cert: await readFile(`${base}.crt`) };
    },
  };
}
