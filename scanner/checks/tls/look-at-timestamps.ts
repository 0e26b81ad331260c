import type { Finding } from '../../ports/finding.ts';
import { verifyTimestamp } from '../../protocols/tls/timestamps/verify-timestamp.ts';
import type { Certificate } from '../../protocols/tls/x509/certificate.ts';
import type { LogList } from '../../protocols/transparency/followed-logs.ts';
import type { TlsTimestamp } from './tls-result.ts';

const rule = 'RFC 6962 section 3.2';
/** What browsers ask for: two logs for a certificate of half a year, three for longer, of two operators at least. */
const shortDays = 180;
const day = 86_400_000;

/** Verifies the promises of logs within a certificate; a log that the list does not have can't be told of. */
export function lookAtTimestamps(
  certificate: Certificate,
  issuer: Certificate | undefined,
  logs: LogList,
  at: number,
): TlsTimestamp[] {
  return (certificate.extensions.timestamps?.value ?? []).slice(0, 50).map((timestamp) => {
    const log = logs.get(timestamp.logId);
    const valid =
      log === undefined || issuer === undefined
        ? null
        : timestamp.timestamp <= at && verifyTimestamp(timestamp, certificate, issuer, log);
    return {
      log: log?.name ?? null,
      operator: log?.operator ?? null,
      logId: timestamp.logId,
      // Beyond what a date can be, it is none.
      at: timestamp.timestamp <= 8.64e15 ? new Date(timestamp.timestamp).toISOString() : null,
      valid,
    };
  });
}

export function judgeTimestamps(
  timestamps: readonly TlsTimestamp[],
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  evidence: string,
): Finding[] {
  const valid = timestamps.filter((one) => one.valid === true);
  const forged = timestamps.filter((one) => one.valid === false);
  if (forged.length > 0) {
    const message = `A timestamp by ${forged[0]!.log} within the certificate does not verify.`;
    const advice = 'Have the certificate issued anew: browsers that look at timestamps refuse it.';
    return [{ code: 'timestamp_invalid', status: 'fail', severity: 'high', message, rule, advice, evidence }];
  }
  const logs = new Set(valid.map(({ logId }) => logId)).size;
  const operators = new Set(valid.map(({ operator }) => operator)).size;
  const wanted = (notAfter.at - notBefore.at) / day <= shortDays ? 2 : 3;
  if (logs >= wanted && operators >= 2) {
    const message = `Timestamps of ${logs} logs within the certificate verify.`;
    return [{ code: 'timestamps_valid', status: 'pass', message, rule, evidence }];
  }
  const unknown = timestamps.length - valid.length;
  if (timestamps.length === 0 || unknown > 0) {
    const message =
      timestamps.length === 0
        ? 'There is no timestamp of a log within the certificate; it may come by other ways.'
        : `The list of logs does not have those of ${unknown} timestamps within the certificate.`;
    return [{ code: 'timestamps_unknown', status: 'unknown', message, rule, evidence }];
  }
  const message = `Timestamps of ${logs} logs of ${operators} operators verify, where browsers want ${wanted} of two.`;
  const advice = 'Have the certificate issued by an authority that submits to enough logs.';
  return [{ code: 'few_timestamps', status: 'warning', severity: 'medium', message, rule, advice, evidence }];
}
