import type { PortsOf } from '../http/define-endpoint.ts';
import { createLocation } from './dns-monitoring/create-location.ts';
import { listLocations } from './dns-monitoring/list-locations.ts';

/** Every operation of the API. A file below this folder that is not listed here fails a test. */
export const endpoints = [listLocations, createLocation] as const;

/** What the endpoints ask for, all together. */
export type EndpointPorts = PortsOf<typeof endpoints>;
