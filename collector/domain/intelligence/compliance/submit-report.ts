import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import {
  DomainError,
  type ErrorDetail,
  InvalidInput,
  NotFound,
  TooManyAttempts,
} from '@sonde/shared/errors.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type {
  ComplianceReport,
  ComplianceReportStore,
} from '../../../ports/compliance/compliance-reports.ts';
import type { Content } from '../../../ports/content/content.ts';
import { type SubmitBulkPorts, submitBulk } from '../scan/bulk/submit-bulk.ts';
import type { Framework } from './framework.ts';

/** Reports of one account that have not ended. */
const mostUnfinished = 5;
/** Reports that an account keeps. */
const mostKept = 500;
const retrySeconds = 30;
const mostDetails = 100;

export interface SubmitReportPorts extends SubmitBulkPorts {
  readonly complianceReports: Pick<ComplianceReportStore, 'submit'>;
  readonly frameworks: Content<Framework>;
  readonly random: Pick<Random, 'uuid'>;
}

/**
 * Has a report written. With `scan` the domains are scanned before, which costs what a bulk job costs. Throws NotFound,
 * InvalidInput, and TooManyAttempts if the account has too many under way.
 */
export async function submitReport(
  {
    accountId,
    framework: id,
    domains,
    title,
    scan,
    schedule,
  }: {
    readonly accountId: number;
    readonly framework: string;
    readonly domains: readonly string[];
    readonly title: string | undefined;
    readonly scan: boolean;
    /** The schedule that asks for it, and the id that the report is to have. */
    readonly schedule?: { readonly id: string; readonly reportId: string };
  },
  ports: SubmitReportPorts,
): Promise<ComplianceReport> {
  const framework = ports.frameworks.current.items.find((one) => one.id === id);
  if (framework === undefined) throw new NotFound('framework');
  const names = readDomains(domains);
  if (names.length === 0 && !framework.controls.some(({ of }) => of === 'account')) {
    throw new InvalidInput('domains', 'This framework asks of domains alone: name one at the least.');
  }
  const options = { checkSsl: true, advanced: true };
  const job =
    scan && names.length > 0 ? await submitBulk({ accountId, domains: names, options }, ports) : undefined;
  const report = await ports.complianceReports.submit(
    {
      id: schedule?.reportId ?? ports.random.uuid(),
      accountId,
      framework: id,
      title: title ?? framework.title,
      domains: names,
      bulkJobId: job?.id ?? null,
      scheduleId: schedule?.id ?? null,
    },
    mostUnfinished,
    mostKept,
  );
  if (report !== undefined) return report;
  throw new TooManyAttempts(
    retrySeconds,
    `This account has ${mostUnfinished} unfinished reports: wait for one to end, or delete one.`,
  );
}

/** Reads domains into stored form, each once. Throws a DomainError that names each entry that is none. */
export function readDomains(texts: readonly string[]): string[] {
  const names = new Set<string>();
  const details: ErrorDetail[] = [];
  for (const [index, text] of texts.entries()) {
    const input = parseDomainInput(text);
    if ('domain' in input) names.add(input.domain);
    else if (details.length < mostDetails) details.push({ path: `domains.${index}`, message: input.message });
  }
  if (details.length > 0) throw new DomainError('invalid_input', 'Not every entry is a domain.', details);
  return [...names];
}
