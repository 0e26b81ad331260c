import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { pemOf } from '../../../shared/x509/der-writer.ts';
import type { Sample } from './make-certificate.ts';

export interface OpensslQuestion {
  /** Files are made beside it. */
  readonly stem: string;
  readonly chain: readonly Pick<Sample, 'der'>[];
  readonly roots: readonly Pick<Sample, 'der'>[];
  /** Null to look for no name. */
  readonly name: string | null;
  readonly at: Date;
}

/** Whether `openssl verify` takes the chain for a server of that name, any policy being welcome. */
export async function opensslVerifies({ stem, chain, roots, name, at }: OpensslQuestion): Promise<boolean> {
  const [server, ...others] = chain;
  const pem = (samples: readonly { der: Uint8Array }[]) =>
    samples.map(({ der }) => pemOf('CERTIFICATE', der)).join('');
  await Promise.all([
    writeFile(`${stem}.crt`, pem([server!])),
    writeFile(`${stem}.others`, pem(others)),
    writeFile(`${stem}.roots`, pem(roots)),
  ]);
  const isAddress = name !== null && /^[0-9.]+$|:/.test(name);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  execFile(
    'openssl',
    [
      ...['verify', '-no-CAfile', '-no-CApath', '-purpose', 'sslserver', '-CAfile', `${stem}.roots`],
      ...['-attime', String(at.getTime() / 1_000), '-policy_check', '-policy', '2.5.29.32.0'],
      ...(others.length > 0 ? ['-untrusted', `${stem}.others`] : []),
      ...(name === null ? [] : [isAddress ? '-verify_ip' : '-verify_hostname', name]),
      `${stem}.crt`,
    ],
    (error) => resolve(error === null),
  );
  return promise;
}
