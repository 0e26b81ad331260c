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
    'This page describes each detector: what it finds, why that matters, its evidence, thresholds and limits, and what to do about a finding.',
    '[Detection](detection.md) explains how to work with threats and how to change thresholds. The [evaluation](detection-evaluation.md) shows',
    'how well the detectors work. A *remark* is a threat with the severity `info`.',
    '',
    '## ATT&CK coverage',
    '',
    'This table shows which detectors find evidence of which ATT&CK technique. `GET /api/v1/dns-monitoring/attack-layer` returns it as a layer',
    '(format 4.5) for the [ATT&CK Navigator](https://mitre-attack.github.io/attack-navigator/). With `location_id`, the layer omits the detectors',
    'that are switched off at that location.',
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
    `**${titleOf(name)}**${types.length === 0 ? '' : `, type ${types.map((type) => `\`${type}\``).join(', ')}`}${techniques.length === 0 ? '' : ` (${techniques.join(', ')})`}`,
    '',
    `- Finds: ${what}`,
    `- Why it matters: ${why}`,
    `- Evidence: ${evidence}`,
    `- Thresholds${settings === undefined ? ': none' : thresholds(settings)}`,
    `- Limits: ${limits}`,
    `- What to do:${steps.length === 0 ? ' nothing' : ''}`,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ];
}

function thresholds(part: NonNullable<DetectorPage['settings']>): string {
  const set = Object.entries(defaultSettings[part]).map(
    ([name, value]) => `${name} ${JSON.stringify(value)}`,
  );
  return ` (\`${part}\`): ${set.join(', ')}`;
}
