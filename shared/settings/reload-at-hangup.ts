import { changedSettings } from './describe-settings.ts';
import type { LoadedSettings } from './load-settings.ts';
import type { SettingsTable, ValuesOf } from './setting.ts';

export interface ReloadOptions<Table extends SettingsTable> {
  readonly table: Table;
  /** The settings that the program started with. */
  readonly loaded: LoadedSettings<Table>;
  /** Reads the settings again; throws if they can't be read. */
  readonly load: () => LoadedSettings<Table> | Promise<LoadedSettings<Table>>;
  /**
   * Works by these settings from now on: those of the start, but for what can change in a run. Answers further warnings;
   * rejects if it can't, and goes on as before.
   */
  readonly use: (config: ValuesOf<Table>) => Promise<readonly string[]>;
  readonly log: Readonly<Record<'info' | 'warn' | 'error', (sentence: string) => void>>;
}

/**
 * Reads a program's settings again at each SIGHUP, takes up what can change in a run, and says in the log which those are
 * and which changes take a restart. Returns a function that ends this.
 */
export function reloadAtHangup<Table extends SettingsTable>(options: ReloadOptions<Table>): () => void {
  const { table, load, use, log } = options;
  let current = options.loaded;
  let inForce = current.config;
  const reload = async (): Promise<void> => {
    try {
      const loaded = await load();
      const { taken, needRestart } = changedSettings(table, current, loaded);
      const changes = Object.fromEntries(taken.map((name) => [name, loaded.config[name]]));
      const next: ValuesOf<Table> = { ...inForce, ...changes };
      const warnings = [...loaded.warnings, ...(await use(next))];
      inForce = next;
      current = loaded;
      for (const warning of warnings) log.warn(warning);
      if (needRestart.length > 0) log.warn(`These settings need a restart: ${needRestart.join(', ')}.`);
      log.info(
        `Settings reloaded: ${taken.join(', ') || 'no setting changed, but all files were read again'}.`,
      );
    } catch (error) {
      log.error(`The settings were not reloaded: ${error instanceof Error ? error.message : error}`);
    }
  };
  // One after the other, so that the last one read is the one in force.
  let last = Promise.resolve();
  const onHangup = (): void => {
    last = last.then(reload);
  };
  process.on('SIGHUP', onHangup);
  return () => void process.off('SIGHUP', onHangup);
}
