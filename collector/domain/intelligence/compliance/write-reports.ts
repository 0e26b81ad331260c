import { setImmediate as turn } from 'node:timers/promises';
import type { Log } from '@sonde/shared/system/log.ts';
import type {
  ComplianceReport,
  ComplianceReportStore,
  SignedReport,
} from '../../../ports/compliance/compliance-reports.ts';
import type { Content } from '../../../ports/content/content.ts';
import type { TrackedDomainStore } from '../../../ports/scans/tracked-domains.ts';
import { type BrandPorts, chooseBrand } from '../../people/brand/choose-brand.ts';
import { type AssessAccountPorts, assessAccount } from './assess-account.ts';
import { assessDomain, checksOf } from './assess-domain.ts';
import type { Assessment } from './assessment.ts';
import { type AssessedControl, buildReport } from './build-report.ts';
import type { Framework } from './framework.ts';
import type { ReportSigner } from './report-signer.ts';

const leaseSeconds = 120;
/** The checks whose result is looked at besides their findings. */
const factsOf = ['records'];
/** Domains that are asked for in one question. */
const atOnce = 20;

export interface WriteReportsPorts extends AssessAccountPorts, BrandPorts {
  readonly complianceReports: Pick<ComplianceReportStore, 'claim' | 'progress' | 'finish' | 'before'>;
  readonly trackedDomains: Pick<TrackedDomainStore, 'findAll'>;
  readonly frameworks: Content<Framework>;
  readonly reportSigner: Pick<ReportSigner, 'sign'>;
  readonly collectorId: string;
  readonly log: Log;
}

/** Writes the reports that wait, one after the other. One that was broken off is begun anew after its lease. */
export async function writeReports(ports: WriteReportsPorts, signal: AbortSignal): Promise<void> {
  const { complianceReports: store, collectorId } = ports;
  while (!signal.aborted) {
    const report = await store.claim(collectorId, leaseSeconds);
    if (report === undefined) return;
    const result = await write(report, ports, signal);
    if (result !== undefined) await store.finish(collectorId, report.id, result);
  }
}

/** Undefined if it was broken off, or somebody else has taken it. */
async function write(
  report: ComplianceReport,
  ports: WriteReportsPorts,
  signal: AbortSignal,
): Promise<SignedReport | { error: string } | undefined> {
  const framework = ports.frameworks.current.items.find(({ id }) => id === report.framework);
  if (framework === undefined) return { error: `There is no framework "${report.framework}" any more.` };
  try {
    const assessed = await assess(report, framework, ports, signal);
    if (assessed === undefined) return undefined;
    const before = await ports.complianceReports.before(report);
    // Answers go first, before each of the long steps.
    await turn();
    const document = await buildReport(report, framework, assessed, {
      at: new Date(ports.clock.now()),
      issuer: chooseBrand(null, ports).name,
      before,
    });
    await turn();
    return await ports.reportSigner.sign(document);
  } catch (error) {
    if (signal.aborted) return undefined;
    ports.log.error({ err: error, report: report.id }, 'a compliance report failed');
    return { error: 'The report failed by a fault of ours; the log says more.' };
  }
}

async function assess(
  report: ComplianceReport,
  framework: Framework,
  ports: WriteReportsPorts,
  signal: AbortSignal,
): Promise<AssessedControl[] | undefined> {
  const { complianceReports: store, trackedDomains, collectorId } = ports;
  const assessed = framework.controls.map((control) => ({
    control,
    assessments: new Map<string | null, Assessment>(),
  }));
  for (const { control, assessments } of assessed) {
    if (control.of === 'account')
      assessments.set(null, await assessAccount(control, report.accountId, ports));
  }
  const checks = checksOf(framework);
  for (let at = 0; at < report.domains.length; at += atOnce) {
    const domains = report.domains.slice(at, at + atOnce);
    const known = await trackedDomains.findAll(domains, checks, factsOf);
    const parts = new Map(known.map((one) => [one.domain, one.parts]));
    for (const domain of domains) {
      for (const { control, assessments } of assessed) {
        if (control.of === 'domain') assessments.set(domain, assessDomain(control, parts.get(domain)));
      }
      // Answers go first.
      await turn();
    }
    signal.throwIfAborted();
    if (!(await store.progress(collectorId, report.id, at + domains.length, leaseSeconds))) return undefined;
  }
  return assessed;
}
