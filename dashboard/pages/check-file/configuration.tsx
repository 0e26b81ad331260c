import { useSignal } from '@preact/signals';
import type { ConfigurationFinding } from '@sonde/client/api-types.generated.ts';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { RawBody } from '@sonde/client/raw-body.ts';
import { useAction } from '../../app/action.ts';
import { patientApi } from '../../app/api.ts';
import { SelectField, TextField } from '../../components/forms/field.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { chosen, Form, typed } from '../../components/forms/form.tsx';
import { LinesField } from '../../components/forms/lines-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Severity, severityOrder } from '../../components/severity.tsx';
import { count } from '../../format/numbers.ts';
import { texts } from '../../texts/en/investigate/check-file.ts';
import { type Fault, Findings } from './findings.tsx';

type Verdict = AnswerOf<'POST /api/validate/dns-config'>;
type ServerType = Verdict['server_type'];

/** The lines of files that were sent as they are, by the name of the file. */
type SentLines = ReadonlyMap<string, readonly string[]>;

const archive = /\.(?:tar|tgz|gz|zip)$/i;
const servers = Object.entries(texts.servers) as [ServerType, string][];

/** Checks the configuration of a name server: files, an archive of them, or a text. */
export function Configuration() {
  const files = useSignal<readonly File[]>([]);
  const text = useSignal('');
  const server = useSignal<ServerType | ''>('');
  const version = useSignal('');
  const main = useSignal('');
  const result = useSignal<{ verdict: Verdict; lines: SentLines } | undefined>(undefined);
  const action = useAction(async () => {
    result.value = undefined;
    const sent = text.value.trim() === '' ? files.value : [new File([text.value], texts.pastedName)];
    const form = new FormData();
    for (const file of sent) form.append('file', file);
    const fields = { server_type: server.value, server_version: version.value, main: main.value };
    for (const [name, value] of Object.entries(fields))
      if (value.trim() !== '') form.append(name, value.trim());
    const [verdict, lines] = await Promise.all([
      patientApi.call('POST /api/validate/dns-config', { body: new RawBody('multipart/form-data', form) }),
      linesOf(sent),
    ]);
    result.value = { verdict, lines };
  });
  return (
    <>
      <div class="panel">
        <Form action={action} submit={texts.check} busy={texts.checking}>
          <FileField
            label={texts.files}
            hint={texts.filesHint}
            multiple
            onFiles={(given) => {
              files.value = given;
              text.value = '';
            }}
          />
          <LinesField
            label={texts.pasted}
            // What neither a file nor a text is given for is asked for by the browser, in its own words.
            required={files.value.length === 0}
            {...typed(text)}
          />
          <SelectField
            label={texts.server}
            {...chosen(server)}
            options={[['', texts.seen] as const, ...servers]}
          />
          <details>
            <summary>{texts.further}</summary>
            <div class="stack">
              <TextField
                label={texts.version}
                hint={texts.versionHint}
                maxLength={16}
                spellcheck={false}
                {...typed(version)}
              />
              <TextField
                label={texts.main}
                hint={texts.mainHint}
                maxLength={255}
                spellcheck={false}
                {...typed(main)}
              />
            </div>
          </details>
        </Form>
      </div>
      {result.value !== undefined && <Result {...result.value} />}
    </>
  );
}

async function linesOf(files: readonly File[]): Promise<SentLines> {
  const plain = files.filter(({ name }) => !archive.test(name));
  const texts = await Promise.all(plain.map((file) => file.text()));
  return new Map(plain.map(({ name }, index) => [name, texts[index]!.split('\n')]));
}

function Result({ verdict, lines }: { verdict: Verdict; lines: SentLines }) {
  const { valid, findings, omitted } = verdict;
  const server = texts.servers[verdict.server_type];
  return (
    <>
      <Panel title={texts.verdict}>
        <p class={`seal ${valid ? 'good' : 'bad'}`} role="status">
          <Icon name={valid ? 'seal' : 'alert'} size={32} />
          {valid ? texts.starts(server) : texts.refuses(server)}
        </p>
        <dl class="facts">
          <dt>{texts.server}</dt>
          <dd>
            {server}{' '}
            <span class="soft">
              {verdict.detected ? texts.seenAs : texts.saidSo}
              {verdict.server_version !== null && `, ${texts.withVersion(verdict.server_version)}`}
            </span>
          </dd>
          <dt>{texts.judged}</dt>
          <dd>
            <ul class="report-lines">
              {verdict.files.map((file) => (
                <li key={file.name}>
                  <Name name={file.name} meaning={false} />{' '}
                  <span class="soft">{file.used ? texts.lines(count(file.lines)) : texts.unused}</span>
                </li>
              ))}
            </ul>
          </dd>
        </dl>
      </Panel>
      <Findings
        faults={findings.toSorted(gravestFirst).map((finding) => faultOf(finding, verdict.files.length > 1))}
        omitted={omitted}
        linesOf={(file) => lines.get(file ?? verdict.files[0]?.name ?? '')}
      />
    </>
  );
}

function gravestFirst(one: ConfigurationFinding, other: ConfigurationFinding): number {
  return (
    Number(other.refused) - Number(one.refused) ||
    severityOrder(other.severity) - severityOrder(one.severity) ||
    one.line - other.line
  );
}

function faultOf(finding: ConfigurationFinding, areSeveral: boolean): Fault {
  return {
    ...finding,
    weight: (
      <>
        <Severity severity={finding.severity} />
        {finding.refused && <span class="badge bad">{texts.refused}</span>}
      </>
    ),
    file: areSeveral ? finding.file : undefined,
    span: {
      line: finding.line,
      column: finding.column,
      end: { line: finding.end_line, column: finding.end_column },
    },
  };
}
