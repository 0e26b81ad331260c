import type { PresentationId } from '@sonde/shared/sinks/presentation-ids.ts';
import { cof } from '@sonde/shared/sinks/presentations/cof.ts';
import { ecs } from '@sonde/shared/sinks/presentations/ecs.ts';
import { ocsf } from '@sonde/shared/sinks/presentations/ocsf.ts';
import { plainJson } from '@sonde/shared/sinks/presentations/plain-json.ts';
import { rows } from '@sonde/shared/sinks/presentations/rows.ts';
import { zeek } from '@sonde/shared/sinks/presentations/zeek.ts';
import { cef } from './cef.ts';
import { ecsThreats } from './ecs-threats.ts';
import { ocsfThreats } from './ocsf-threats.ts';
import { plainThreats } from './plain-threats.ts';
import type { Presentation } from './presentation.ts';

/** The table has every way to show what is passed on: sensors have the same for transactions. */
export const presentations: Readonly<Record<PresentationId, Presentation>> = {
  json: { ...plainJson, threats: plainThreats },
  ecs: { ...ecs, threats: ecsThreats },
  ocsf: { ...ocsf, threats: ocsfThreats },
  zeek,
  cef,
  cof,
  rows,
};
