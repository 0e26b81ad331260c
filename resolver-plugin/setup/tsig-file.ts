import { readFile } from 'node:fs/promises';
import { storedName } from '@sonde/shared/dns/names.ts';
import { type TsigAlgorithm, type TsigKey, tsigAlgorithms } from '../rpz/tsig.ts';

/**
 * Reads a TSIG key from a file that holds it as `dig -y` takes it: `[ALGORITHM:]NAME:SECRET`, the secret in base64.
 * Throws a RangeError that does not repeat the secret.
 */
export async function readTsigFile(path: string): Promise<TsigKey> {
  const parts = (await readFile(path, 'utf8')).trim().split(':');
  const [algorithm, nameText, secretText] = parts.length === 2 ? ['hmac-sha256', ...parts] : parts;
  const name = storedName(nameText ?? '');
  const secret = Buffer.from(secretText ?? '', 'base64');
  if (name === undefined || parts.length > 3 || !isAlgorithm(algorithm) || secret.length < 16) {
    const algorithms = Object.keys(tsigAlgorithms).join(' or ');
    throw new RangeError(
      `${path} contains no TSIG key. The format is [ALGORITHM:]NAME:SECRET, with the algorithm ${algorithms} and the secret in base64`,
    );
  }
  return { name, algorithm, secret };
}

function isAlgorithm(text: string | undefined): text is TsigAlgorithm {
  return text !== undefined && Object.hasOwn(tsigAlgorithms, text);
}
