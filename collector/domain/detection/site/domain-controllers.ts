import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import type { BatchRows } from '../batch-rows.ts';
import { domainHash } from '../names/domain-hash.ts';
import { sectionNumbers } from '../rows/read-records.ts';
import { hasPrivateAddress } from './own-zones.ts';

const service = /^_ldap\._tcp\.(?:[^.]+\._sites\.)?dc\._msdcs\./;
const mostHosts = 256;

/** Domain controllers are hosts that SRV records of `_ldap._tcp.dc._msdcs` name, by the addresses that they have. */
export class DomainControllers {
  readonly #hosts = new Map<number, Set<number>>();

  /** Gives the address that a row shows a domain controller to have. */
  observe(row: BatchRows): string | undefined {
    if (row.queryType === recordTypes.SRV) {
      if (row.answerCount > 0 && service.test(row.name.text)) this.#noteHosts(row);
      return undefined;
    }
    if (row.queryType !== recordTypes.A || row.answerCount === 0) return undefined;
    const hosts = this.#hosts.get(row.locationId);
    if (hosts === undefined || !hosts.has(row.name.textHash.low) || !hasPrivateAddress(row)) return undefined;
    return addressText(row.addresses.bytes, 0);
  }

  #noteHosts(row: BatchRows): void {
    const hosts = this.#hosts.get(row.locationId) ?? new Set<number>();
    this.#hosts.set(row.locationId, hosts);
    row.records(({ section, type, dataStart, dataEnd }) => {
      if (section !== sectionNumbers.answer || type !== recordTypes.SRV || hosts.size >= mostHosts) return;
      // Priority, weight, port and target.
      const target = row.text(dataStart, dataEnd).split(' ')[3]?.replace(/\.$/, '').toLowerCase();
      if (target !== undefined && target !== '') hosts.add(domainHash(target).low);
    });
  }
}
