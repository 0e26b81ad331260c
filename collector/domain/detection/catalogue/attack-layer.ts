import { detectorTitles } from '../detector-titles.ts';
import { detectorPages } from './index.ts';

/** A technique's coverage states which detectors give evidence of it. */
export interface TechniqueCoverage {
  /** As `T1071.004`. */
  readonly technique: string;
  readonly detectors: readonly string[];
}

/** Lists the techniques that detectors give evidence of, in order; `disabled` detectors give none. */
export function attackCoverage(disabled: readonly string[] = []): TechniqueCoverage[] {
  const byTechnique = new Map<string, string[]>();
  for (const [name, { techniques }] of Object.entries(detectorPages))
    for (const technique of techniques)
      byTechnique.set(technique, [...(byTechnique.get(technique) ?? []), name]);
  return [...byTechnique]
    .map(([technique, names]) => ({ technique, detectors: names.filter((name) => !disabled.includes(name)) }))
    .sort((one, other) => (one.technique < other.technique ? -1 : 1));
}

/** Makes a layer of the ATT&CK Navigator, format 4.5: each technique with the number of its detectors as the score. */
export function attackLayer(name: string, disabled: readonly string[]) {
  return {
    name,
    versions: { attack: '16', navigator: '5.1.0', layer: '4.5' },
    domain: 'enterprise-attack',
    description:
      'Techniques that the detectors find evidence of in DNS traffic. The score is the number of enabled detectors.',
    techniques: attackCoverage(disabled).map(({ technique, detectors }) => ({
      techniqueID: technique,
      score: detectors.length,
      enabled: detectors.length > 0,
      comment: detectors.map(titleOf).join('; '),
      showSubtechniques: technique.includes('.'),
    })),
    gradient: { colors: ['#ffffff', '#66b1ff'], minValue: 0, maxValue: 5 },
    hideDisabled: false,
    sorting: 3,
  };
}

export function titleOf(detector: string): string {
  return detectorTitles[detector] ?? titlesOfWatches[detector] ?? detector;
}

/** What raises threats without being a detector of rows has titles here. */
const titlesOfWatches: Readonly<Record<string, string>> = {
  unexpected_certificate: 'Unexpected certificates',
  ownership_change: 'Change of domain ownership',
};
