import type { Log } from '@sonde/shared/system/log.ts';
import type { Config } from '../config/settings.ts';
import { TlsFiles } from '../http/server/tls-files.ts';
import type { Stage } from './stage.ts';

/** Opens the listener's certificate, if it is to serve TLS. */
export async function openTls(
  { tlsCertificate: certificate, tlsKey: key }: Pick<Config, 'tlsCertificate' | 'tlsKey'>,
  log: Log,
  stage: Stage,
): Promise<TlsFiles | undefined> {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) {
    throw new Error('TLS needs both a certificate and its key: --tls-certificate and --tls-key');
  }
  return stage.add('certificate', await TlsFiles.open({ certificate, key }, log));
}
