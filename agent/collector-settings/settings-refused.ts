import type { SettingsRefusal } from '@sonde/shared/sensor-settings/document.ts';

/** The error tells that settings from the collector are not taken, and why. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused';
  readonly reason: SettingsRefusal;
  /** The version that was refused, if the collector did say it. */
  readonly version: number | undefined;

  constructor(reason: SettingsRefusal, message: string, version?: number) {
    super(message);
    this.reason = reason;
    this.version = version;
  }
}
