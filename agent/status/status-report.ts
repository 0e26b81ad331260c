import type { CertificateStatus } from '@sonde/sensor/enrolment/renewal.ts';
import type { RunStatus } from '@sonde/sensor/run/sensor-run.ts';
import type { SettingsStatus } from '../collector-settings/settings-status.ts';
import type { InputState } from '../run/captures.ts';

/** A status report describes a running agent: its program, process, inputs and counters. */
export interface StatusReport extends RunStatus {
  readonly software: string;
  readonly node: string;
  readonly agent_id: string;
  readonly pid: number;
  readonly host: string;
  readonly started_at: string;
  readonly uptime_seconds: number;
  readonly state_directory: string;
  /** Null for an agent without one. */
  readonly client_certificate: CertificateStatus | null;
  readonly inputs: readonly InputState[];
  readonly event_loop_gap_ms: { readonly max: number; readonly p99: number };
  readonly memory_bytes: number;
  /** Null if the owner's settings are not open to the collector. */
  readonly settings_from_collector?: SettingsStatus | null;
}
