import type { SettingsRefusal } from '@sonde/shared/sensor-settings/document.ts';

/** The settings status tells which of the collector's settings are in force. */
export interface SettingsStatus {
  /** Null if the owner's settings are alone. */
  readonly version: number | null;
  readonly on_trial: boolean;
  /** Settings of the collector's in whose place the owner gave a value. */
  readonly kept_own: readonly string[];
  readonly refused: {
    readonly version: number | null;
    readonly reason: SettingsRefusal;
    readonly message: string;
  } | null;
  readonly public_key: string | null;
  readonly last_contact: string | null;
}
