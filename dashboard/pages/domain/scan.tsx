import type { DomainScan, ScanFinding } from '@sonde/client/api-types.generated.ts';
import { href } from '../../app/router.ts';
import { Icon } from '../../components/icon.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity } from '../../components/severity.tsx';
import { Empty, Failure, Skeleton } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { dateOnly } from '../../format/times.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/domain.ts';
import { checkName } from '../../texts/en/parts/checks.ts';
import { useScan } from './use-scan.ts';
import type { ViewProps } from './view.ts';

/**
 * Shows the latest scan of the domain, the most urgent findings first; the progress of a new scan is shown check by
 * check.
 */
export function Scan({ domain }: ViewProps) {
  const { scan, trouble, progress, looking, start, stop } = useScan(domain);
  return (
    <>
      <div class="row">
        <button type="button" class="button first" disabled={progress !== undefined} onClick={start}>
          {texts.scan}
        </button>
        {progress !== undefined && (
          <>
            <progress
              value={progress.done}
              max={progress.total || 1}
              aria-label={texts.scanning(count(progress.done), count(progress.total))}
            />
            <span class="soft" role="status">
              {texts.scanning(count(progress.done), count(progress.total))}{' '}
              {progress.last !== '' && checkName(progress.last)}
            </span>
            <button type="button" class="button quiet slim" onClick={stop}>
              {texts.stop}
            </button>
          </>
        )}
        {scan !== undefined && progress === undefined && (
          <span class="soft">
            {texts.scanned} <Moment at={scan.scan_timestamp} relative />
          </span>
        )}
      </div>
      {trouble !== undefined && <Failure trouble={trouble} retry={start} />}
      {scan !== undefined ? (
        <Found scan={scan} />
      ) : looking ? (
        <Skeleton lines={8} />
      ) : (
        trouble === undefined && (
          <Empty title={texts.never}>
            <p class="soft">{texts.neverMore}</p>
          </Empty>
        )
      )}
    </>
  );
}

function Found({ scan }: { scan: DomainScan }) {
  const wrong = scan.findings.filter(({ status }) => status === 'fail' || status === 'warning');
  const passed = scan.findings.filter(({ status }) => status === 'pass').length;
  return (
    <div class="scan-found">
      <Panel title={texts.failures} tools={<span class="soft">{texts.passed(count(passed))}</span>}>
        {wrong.length === 0 ? (
          <p class="good row">
            <Icon name="check" /> {texts.nothing}
          </p>
        ) : (
          <ol class="findings">
            {wrong.map((finding) => (
              <Finding key={finding.check + finding.code + finding.message} finding={finding} />
            ))}
          </ol>
        )}
        {scan.errors.length > 0 && (
          <details>
            <summary>
              {texts.unasked} ({count(scan.errors.length)})
            </summary>
            <ul class="soft small">
              {scan.errors.map(({ source, code, message }) => (
                <li key={source + code + message}>
                  <strong>{checkName(source)}</strong> <Name name={message} meaning={false} prose />
                </li>
              ))}
            </ul>
          </details>
        )}
      </Panel>
      <Panel title={texts.facts}>
        <Facts scan={scan} />
      </Panel>
    </div>
  );
}

function Finding({ finding }: { finding: ScanFinding }) {
  const { message, advice, rule, evidence, severity, check } = finding;
  return (
    <li class="stack tight">
      <div class="row">
        <Severity severity={severity ?? 'low'} />
        <strong class="wrap">
          <Name name={message} meaning={false} prose />
        </strong>
      </div>
      {advice !== null && <p>{advice}</p>}
      {evidence !== null && (
        <p class="soft wrap">
          <Name name={evidence} meaning={false} />
        </p>
      )}
      <p class="faint small">
        {checkName(check)} · {rule}
      </p>
    </li>
  );
}

function Facts({ scan }: { scan: DomainScan }) {
  const holds = (value: boolean | null) =>
    value === null ? common.unknown : value ? <span class="good">{common.yes}</span> : common.no;
  const date = (at: string | null) => (at === null ? common.unknown : dateOnly(at));
  const certificate = scan.ssl_certificates?.[0]?.valid_until ?? null;
  return (
    <dl class="facts">
      <dt>{texts.registrar}</dt>
      <dd>
        {scan.registrar_name === null ? (
          common.unknown
        ) : (
          <a href={href('/domains', { view: 'registrations', by: 'registrar', whose: scan.registrar_name })}>
            <Name name={scan.registrar_name} />
          </a>
        )}
      </dd>
      <dt>{texts.registered}</dt>
      <dd>{date(scan.registration_date)}</dd>
      <dt>{texts.expires}</dt>
      <dd>{date(scan.expiration_date)}</dd>
      <dt>{texts.certificate}</dt>
      <dd>{date(certificate)}</dd>
      <dt>{texts.dnssec}</dt>
      <dd>{holds(scan.dnssec_valid)}</dd>
      <dt>{texts.spf}</dt>
      <dd>{holds(scan.spf_valid)}</dd>
      <dt>{texts.dkim}</dt>
      <dd>{holds(scan.dkim_valid)}</dd>
      <dt>{texts.dmarc}</dt>
      <dd>
        {holds(scan.dmarc_valid)} {scan.dmarc_policy !== null && `(${scan.dmarc_policy})`}
      </dd>
    </dl>
  );
}
