import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, segment } from '../../app/router.ts';
import { carried } from '../../app/time-range.ts';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/name.ts';

type Answer = AnswerOf<'GET /api/v2/web3/resolve'>;

/** Shows a name of a system other than the DNS: its possible kinds, and the answers of the systems. */
export function Page({ params }: { params: Readonly<Record<string, string>> }) {
  const name = params.name!;
  const answer = useResource(`resolution of ${name}`, (signal) =>
    api.call('GET /api/v2/web3/resolve', { query: { name }, signal }),
  );
  return (
    <>
      <PageHead title={<Name name={name} />} lead={texts.lead}>
        <a class="button" href={href(`/domain/${segment(name)}`, carried())}>
          {texts.asDomain}
        </a>
        <a class="button" href={href('/queries', { ...carried(), suffix: name })}>
          {texts.queries}
        </a>
      </PageHead>
      <Loaded of={answer} lines={10}>
        {(found) => <Resolution answer={found} />}
      </Loaded>
    </>
  );
}

function Resolution({ answer }: { answer: Answer }) {
  const records = flat(answer.resolved);
  const others = answer.readings.slice(1);
  return (
    <>
      <div class="halves">
        <Panel title={texts.facts}>
          <Facts answer={answer} />
        </Panel>
        <Panel title={texts.records} tools={<span class="soft">{count(records.length)}</span>}>
          {records.length === 0 ? (
            <p class="soft">{texts.noRecords}</p>
          ) : (
            <dl class="facts">
              {records.map(([key, value]) => (
                <>
                  <dt key={`${key} key`} class="wrap">
                    <Name name={key} meaning={false} />
                  </dt>
                  <dd key={key} class="wrap">
                    <Name name={value} meaning={false} />
                  </dd>
                </>
              ))}
            </dl>
          )}
        </Panel>
      </div>
      {answer.errors.length > 0 && (
        <Panel title={texts.unasked}>
          <Errors errors={answer.errors} />
        </Panel>
      )}
      {others.length > 0 && (
        <Panel title={texts.others}>
          {others.map((other) => (
            <div key={other.kind} class="stack tight">
              <p>{other.reason}</p>
              {other.errors.length > 0 ? (
                <Errors errors={other.errors} />
              ) : (
                <p class="soft">{other.resolved === null ? texts.nothing : texts.found}</p>
              )}
            </div>
          ))}
        </Panel>
      )}
    </>
  );
}

function Facts({ answer }: { answer: Answer }) {
  const { kind, reason, valid, remark, hash, sources, blocks } = answer;
  return (
    <dl class="facts">
      <dt>{texts.system}</dt>
      <dd>{texts.systems[kind]}</dd>
      <dt>{texts.why}</dt>
      <dd class="wrap">{reason}</dd>
      <dt>{texts.valid}</dt>
      <dd>{valid ? <span class="good">{common.yes}</span> : common.no}</dd>
      {remark !== null && <dt>{texts.remark}</dt>}
      {remark !== null && (
        <dd class="wrap">
          <Name name={remark} meaning={false} prose />
        </dd>
      )}
      {hash !== null && <dt>{texts.hash}</dt>}
      {hash !== null && <dd class="wrap">{hash}</dd>}
      <dt>{texts.asked}</dt>
      <dd>{sources.length === 0 ? texts.nobody : <Name name={sources.join(', ')} meaning={false} />}</dd>
      {blocks.map(({ chain, number, time }) => (
        <>
          <dt key={`${chain} key`}>{texts.block(chain)}</dt>
          <dd key={chain}>
            {count(number)}, <Moment at={time} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Errors({ errors }: { errors: Answer['errors'] }) {
  return (
    <ul class="soft small">
      {errors.map(({ source, code, message }) => (
        <li key={source + code + message}>
          <strong>{source}</strong> <Name name={message} meaning={false} prose />
        </li>
      ))}
    </ul>
  );
}

const mostRecords = 200;

/** The records, one after the other, by where they stand. */
function flat(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[path, String(value)]];
  return Object.entries(value)
    .flatMap(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`))
    .slice(0, mostRecords);
}
