import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateZone } from '../../../scanner/checks/zone-contents/validate-zone.ts';
import { mutateSigned, mutateZone, soundZone } from './mutate-zone.ts';
import { refusals, signZone } from './real-checkers.ts';

/** `scripts/run test/support/zones/measure-agreement-main.ts [COUNT] [FROM]`: verdicts on mutated zones beside those of the real checkers. */
const [count = 100, from = 0] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), 'sonde-agreement-'));
const now = Math.floor(Date.now() / 1_000);
try {
  const kinds = {
    unsigned: { text: soundZone, isSigned: false },
    NSEC: { text: await signZone(soundZone), isSigned: true },
    NSEC3: { text: await signZone(soundZone, ['-3', '-', '-H', '0']), isSigned: true },
    'NSEC3 with opt-out': { text: await signZone(soundZone, ['-3', '-', '-H', '0', '-A']), isSigned: true },
  };
  for (const [kind, { text, isSigned }] of Object.entries(kinds)) {
    let agreed = 0;
    const alone = new Map<string, number>();
    for (let seed = from; seed < from + count; seed++) {
      const mutated = isSigned ? mutateSigned(text, seed) : mutateZone(text, seed);
      const refused = await refusals(mutated.text, directory, isSigned);
      const verdict = validateZone(mutated.text, { now, zone: 'example' });
      for (const [name] of refused) alone.set(name, (alone.get(name) ?? 0) + 1);
      if (verdict.accepted === (refused.size === 0)) agreed++;
      else {
        console.log(`${kind} ${seed}: ${mutated.change.slice(0, 300)}`);
        for (const [name, said] of refused)
          console.log(`  ${name} refuses: ${said.split('\n').slice(0, 3).join(' / ').slice(0, 300)}`);
        for (const { severity, message } of verdict.findings)
          if (severity === 'error') console.log(`  we: ${message}`);
      }
    }
    const refusedBy = [...alone].map(([name, refusals]) => `${name} ${refusals}`).join(', ');
    console.log(
      `${kind}: ${agreed} of ${count} verdicts are those of the real checkers (refused by ${refusedBy})`,
    );
  }
} finally {
  rmSync(directory, { recursive: true });
}
