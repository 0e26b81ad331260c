import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import { shownBySensors } from '@sonde/shared/sinks/presentations/index.ts';
import { cef } from './cef.ts';
import { ecsThreats } from './ecs-threats.ts';
import { ocsfThreats } from './ocsf-threats.ts';
import { plainThreats } from './plain-threats.ts';
import type { Presentation } from './presentation.ts';

const { json, ecs, ocsf, zeek, cof, rows } = shownBySensors;

/** The table has every way to show what is passed on: sensors have the same for transactions. */
export const presentations: Readonly<Record<PresentationId, Presentation>> = {
  json: { ...json, threats: plainThreats },
  ecs: { ...ecs, threats: ecsThreats },
  ocsf: { ...ocsf, threats: ocsfThreats },
  zeek,
  cef,
  cof,
  rows,
};
