import { defaultSettings } from '../settings.ts';
import { attackCoverage, titleOf } from './attack-layer.ts';
import type { DetectorPage } from './define-detector-page.ts';
import { detectorPages } from './index.ts';

/** Writes the page of all detectors, each in one form, and of the techniques that they cover. */
export function renderDetectorsPage(): string {
  return [
    '<!-- Written by a program (npm run format) from collector/domain/detection/catalogue: edits are lost. -->',
    '',
    '# Detectors',
    '',
    'What each detector finds, why, on what evidence, by which thresholds, what it does not find, and what to do. [Detection](detection.md)',
    'tells what they have in common, [evaluation](detection-evaluation.md) how well they work.',
    '',
    '## ATT&CK coverage',
    '',
    '`GET /api/v1/dns-monitoring/attack-layer` gives the same as a layer (format 4.5) for the',
    '[ATT&CK Navigator](https://mitre-attack.github.io/attack-navigator/); with `location_id`, without the detectors that are switched off there.',
    '',
    '| technique | detectors |',
    '| --- | --- |',
    ...attackCoverage().map(
      ({ technique, detectors }) =>
        `| [${technique}](https://attack.mitre.org/techniques/${technique.replace('.', '/')}/) | ${detectors.map((name) => `[${titleOf(name)}](#${name})`).join(', ')} |`,
    ),
    ...Object.entries(detectorPages).flatMap(([name, page]) => render(name, page)),
    '',
  ].join('\n');
}

function render(name: string, page: DetectorPage): string[] {
  const { types, techniques, what, why, evidence, settings, limits, steps } = page;
  return [
    '',
    `## ${name}`,
    '',
    `**${titleOf(name)}**${types.length === 0 ? '' : `, told as ${types.map((type) => `\`${type}\``).join(', ')}`}${techniques.length === 0 ? '' : ` (${techniques.join(', ')})`}`,
    '',
    `- What: ${what}`,
    `- Why: ${why}`,
    `- Evidence: ${evidence}`,
    `- Thresholds: ${settings === undefined ? 'none to set' : thresholds(settings)}`,
    `- Limits: ${limits}`,
    `- What to do: ${steps.length === 0 ? 'nothing' : steps.join(' ')}`,
  ];
}

function thresholds(part: NonNullable<DetectorPage['settings']>): string {
  const set = Object.entries(defaultSettings[part]).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  return `\`${part}\`: ${set.join(', ')}`;
}
