import type { Scanner } from '../../ports/scanner.ts';
import { lookAtTechnologies } from './look-at-technologies.ts';
import type { TechStackResult } from './tech-stack-result.ts';

/** The technology scanner finds the technologies of a domain's site, by one page of it, its headers and its DNS. */
export const techStackScanner: Scanner<TechStackResult> = {
  id: 'tech-stack',
  async scan(domain, ports) {
    const { result, errors } = await lookAtTechnologies({ domain }, ports, 'tech-stack');
    return { result, findings: [], errors };
  },
};
