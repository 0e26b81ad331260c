import { DashboardBundle } from '../../../collector/dashboard/dashboard-bundle.ts';
import { atProcessEnd } from '../process-end.ts';
import { silentLog } from '../silent-log.ts';
import { systemRandom } from '../system-random.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

let bundle: Promise<DashboardBundle> | undefined;
const endings: (() => unknown)[] = [];
atProcessEnd('the built dashboard goes', () => Promise.all(endings.map((end) => end())));

/** The dashboard, built once for all tests of the process: they read it only. */
export function sharedBundle(): Promise<DashboardBundle> {
  bundle ??= temporaryDirectory({ teardown: (end) => endings.push(end) }).then(
    (dataDirectory) => new DashboardBundle({ dataDirectory, random: systemRandom, log: silentLog }),
  );
  return bundle;
}
