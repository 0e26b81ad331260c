import type { Declaration } from '../settings/setting.ts';
import { captureSettings } from './capture-settings.ts';
import { recordingSettings } from './recording-settings.ts';

/** A fault of settings tells what an agent would refuse them for. */
export interface SettingFault {
  readonly reason: 'unknown_setting' | 'forbidden_setting' | 'bad_value';
  readonly name: string;
  /** A sentence. */
  readonly message: string;
}

type Declarations = Readonly<Record<string, Declaration<unknown>>>;

/** The names of settings that a running agent takes up only by opening its captures anew. */
export const reopeningSettings: readonly string[] = Object.keys(captureSettings);

/** The settings that may come from a collector, by their names, as the agent's own table declares them. */
export const settingsFromCollector: Declarations = Object.fromEntries(
  Object.entries({ ...captureSettings, ...recordingSettings } as Declarations).filter(
    ([, { fromCollector }]) => fromCollector !== undefined,
  ),
);

const toldCharacters = 64;

/**
 * Reads settings from a collector by a table of declarations: by the type of each for them. All that is wrong is told, and then there
 * are no values.
 */
export function readSettingsFromCollector(
  texts: Readonly<Record<string, string>>,
  table: Declarations = settingsFromCollector,
): { readonly values: Readonly<Record<string, unknown>>; readonly faults: readonly SettingFault[] } {
  const values: Record<string, unknown> = {};
  const faults: SettingFault[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const told = name.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, toldCharacters);
    const declaration = Object.hasOwn(table, name) ? table[name] : undefined;
    if (declaration === undefined) {
      faults.push({ reason: 'unknown_setting', name: told, message: `There is no setting ${told}.` });
    } else if (declaration.fromCollector === undefined) {
      faults.push({
        reason: 'forbidden_setting',
        name: told,
        message: `${told} cannot come from the collector.`,
      });
    } else {
      try {
        values[name] = declaration.fromCollector.parse(text);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        faults.push({ reason: 'bad_value', name: told, message: `${told} ${error.message}.` });
      }
    }
  }
  return { values: faults.length === 0 ? values : {}, faults };
}
