import { recordingSettings } from '@sonde/sensor/config/recording-settings.ts';
import type { Setting } from '@sonde/sensor/config/setting.ts';
import { shippingSettings } from '@sonde/sensor/config/shipping-settings.ts';
import { z } from 'zod';

/** A setting that is declared for all that sees DNS, as part of this program's schema. */
function schemaOf<Value>(setting: Setting<Value>) {
  return z
    .unknown()
    .optional()
    .transform((value, context): Value => {
      if (value === undefined || value === null) return setting.default;
      try {
        return setting.parse(value);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        context.addIssue({ code: 'custom', message: `takes ${error.message}` });
        return z.NEVER;
      }
    })
    .describe(setting.help);
}

type Schemas<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value>
    ? ReturnType<typeof schemaOf<Value>>
    : never;
};

function schemasOf<Table extends Readonly<Record<string, Setting<unknown>>>>(table: Table): Schemas<Table> {
  const entries = Object.entries(table).map(([name, setting]) => [name, schemaOf(setting)]);
  // Each name has the schema of its own declaration, from which the type derives.
  return Object.fromEntries(entries) as Schemas<Table>;
}

/** What is recorded, and how it is kept and shipped, under the names that the agent has for it. */
export const sensorSettings = { ...schemasOf(recordingSettings), ...schemasOf(shippingSettings) };

/** Names of settings whose values are nobody's business. */
export const secretSettings: readonly string[] = Object.entries(recordingSettings)
  .filter(([, setting]) => setting.secret)
  .map(([name]) => name);
