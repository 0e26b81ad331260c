import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { specialNetworkOf } from '@sonde/shared/net/special-purpose.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AddressReport, AddressReportStore } from '../../../ports/addresses/address-reports.ts';

export interface ReportAddressPorts {
  readonly addressReports: Pick<AddressReportStore, 'add'>;
  readonly clock: Clock;
}

/** Takes down what an account saw an address do. Throws InvalidInput, also for addresses that are nobody on the Internet. */
export async function reportAddress(
  report: Omit<AddressReport, 'at'>,
  { addressReports, clock }: ReportAddressPorts,
): Promise<AddressReport> {
  const ip = addressInput(report.ip);
  const special = specialNetworkOf(ip);
  if (special !== undefined)
    throw new InvalidInput('ip', `${ip} is nobody on the Internet: it is for ${special.name}.`);
  const taken = { ...report, ip, at: new Date(clock.now()) };
  await addressReports.add(taken);
  return taken;
}
