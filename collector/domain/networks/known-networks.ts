import type { AutonomousSystem, AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import type { TableFile } from '../../ports/networks/table-file.ts';
import type { Log } from '../../ports/system/log.ts';
import { readDocument } from '../threat-intel/feeds/read-document.ts';
import { type AsTable, readAsTable } from './as-table.ts';

const mostBytes = 256 * 1_048_576;

/** The operator's table of autonomous systems, read anew whenever its file changes. Without one, all is unknown. */
export class KnownNetworks implements AutonomousSystems {
  readonly #file: TableFile | undefined;
  readonly #log: Log;
  #table: AsTable | undefined;
  #mark: string | undefined;
  #malformed = 0;
  #fault: string | undefined;

  constructor(file: TableFile | undefined, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  get ranges(): number {
    return this.#table?.ranges ?? 0;
  }

  get malformed(): number {
    return this.#malformed;
  }

  find(address: Uint8Array): AutonomousSystem | undefined {
    return this.#table?.find(address);
  }

  /** Reads the file if it changed. Where that fails, the table stays as it was, and the log says why, once. */
  async refresh(): Promise<void> {
    if (this.#file === undefined) return;
    try {
      const changed = await this.#file.open(this.#mark);
      if (changed === undefined) return;
      // Not again before it changes, even if it can't be used.
      this.#mark = changed.mark;
      const document = readDocument(changed.content, mostBytes);
      const { table, ...left } = await readAsTable(this.#file.lines(document.content));
      if (table.ranges === 0) throw new Error('There is no address in the table.');
      this.#table = table;
      this.#malformed = left.malformed;
      this.#fault = undefined;
      const { ranges, systems, bytes } = table;
      const about = { file: this.#file.name, ranges, systems, bytes, ...left };
      if (left.malformed + left.leftOut > 0)
        this.#log.warn(about, 'the table of autonomous systems was read, but not all of it');
      else this.#log.info(about, 'the table of autonomous systems was read');
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      if (fault === this.#fault) return;
      this.#fault = fault;
      this.#log.error({ err: error, file: this.#file.name }, 'the table of autonomous systems was not read');
    }
  }
}
