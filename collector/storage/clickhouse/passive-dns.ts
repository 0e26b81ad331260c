import type { PassiveDns, PassiveDnsFilter, PassiveRecord } from '../../ports/traffic/passive-dns.ts';
import type { ClickHouse } from './clickhouse.ts';
import { passiveRecordsByData, passiveRecordsByName } from './queries/searches/passive-records.ts';

export class ClickHousePassiveDns implements PassiveDns {
  readonly #clickhouse: ClickHouse;

  constructor(clickhouse: ClickHouse) {
    this.#clickhouse = clickhouse;
  }

  byName(name: string, filter: PassiveDnsFilter & { readonly below?: boolean }): Promise<PassiveRecord[]> {
    return passiveRecordsByName(this.#clickhouse, name, filter);
  }

  byData(data: string, filter: PassiveDnsFilter): Promise<PassiveRecord[]> {
    return passiveRecordsByData(this.#clickhouse, data, filter);
  }
}
