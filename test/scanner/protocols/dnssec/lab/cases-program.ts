import limitConcurrency from 'p-limit';
import { recordTypeNumber } from '../../../../../shared/dns/record-types.ts';
import { labResolution } from '../../../../support/lab/lab-validation.ts';
import { otherValidators } from '../../../../support/lab/other-validators.ts';
import { runCase } from '../../../../support/lab/run-case.ts';
import { algorithmCases } from './algorithm-cases.ts';
import { brokenCases } from './broken-cases.ts';
import { denialCases } from './denial-cases.ts';

const cases = [...algorithmCases, ...denialCases, ...brokenCases];
const zones = new Map(cases.flatMap((one) => one.zones).map((zone) => [zone.name, zone]));

await runCase(
  { zones: [...zones.values()], resolver: ['module-config: "iterator"'] },
  async (lab, directory) => {
    const dns = labResolution(lab, { questions: 5_000 });
    const others = await otherValidators(lab, directory);
    const turn = limitConcurrency(4);
    const results = await Promise.all(
      cases.map(({ title, name, type }) =>
        turn(async () => {
          const answer = await dns.resolve(name, recordTypeNumber(type)!);
          const { security, validation, failure, failureMessage } = answer;
          return {
            title,
            verdict: security ?? `${failure}: ${failureMessage}`,
            code: validation?.extendedError?.code,
            message: validation?.message,
            rules: validation?.steps.map((step) => step.rule) ?? [],
            delv: await others.delv(name, type),
            unbound: await others.unbound(name, type),
          };
        }),
      ),
    );
    return results;
  },
);
