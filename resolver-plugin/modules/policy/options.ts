import type { Endpoint } from '../../net/read-endpoint.ts';
import type { SurgeLimits } from '../../policy/surge-guard.ts';

/**
 * The policy module options configure the module `policy`; they are plain data, because they go to a thread of its own.
 */
export interface PolicyModuleOptions {
  readonly collector: string;
  readonly resolverId: string;
  readonly key: string;
  readonly directory: string;
  readonly zone: string;
  readonly primary: Endpoint;
  readonly notify: readonly Endpoint[];
  readonly tsigKeyFile: string | undefined;
  readonly zoneFile: string | undefined;
  readonly unboundControl: string | undefined;
  readonly recControl: string | undefined;
  /** Milliseconds. */
  readonly interval: number;
  /** Undefined if no policy is to go back by itself. */
  readonly surge: SurgeLimits | undefined;
}
