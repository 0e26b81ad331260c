import type { Backups } from '../../../../collector/ports/system/backups.ts';

/** A backup of a few bytes: real ones are made of real engines. */
export class FakeBackups implements Backups {
  async make() {
    return (async function* () {
      yield Buffer.from('a backup');
    })();
  }
}
