import { api } from '../../../app/api.ts';
import { useResource } from '../../../app/resource.ts';
import { ResourceTable } from '../../../components/lists/resource-table.tsx';
import { Panel } from '../../../components/panel.tsx';
import { count } from '../../../format/numbers.ts';
import { visible } from '../../../format/visible-name.ts';
import { words } from '../../../format/words.ts';
import { texts as all } from '../../../texts/en/access/operation.ts';

const texts = all.content;

/** Shows the content that an operator may add to, and the faults of files by their line. */
export function Content() {
  const content = useResource('content', (signal) => api.call('GET /api/admin/content', { signal }), {
    every: 15_000,
  });
  const { columns } = texts;
  return (
    <Panel title={texts.title}>
      <p class="soft small">{texts.lead}</p>
      <ResourceTable
        label={texts.title}
        of={content}
        lines={6}
        rows={({ content: kinds }) => kinds}
        keyOf={({ kind }) => kind}
        columns={[columns.kind, [columns.items, 'number'], columns.faults]}
      >
        {({ kind, items, problems }) => (
          <>
            <td>{words(kind)}</td>
            <td class="number">{count(items)}</td>
            <td class="wrap">
              {problems.length === 0 ? (
                <span class="soft">{texts.none}</span>
              ) : (
                <ul class="report-lines">
                  {problems.map(({ file, line, message }) => (
                    <li key={`${file} ${line} ${message}`}>
                      <span class="name">
                        {texts.at(visible(file), line === null ? undefined : count(line))}
                      </span>
                      : {visible(message)}
                    </li>
                  ))}
                </ul>
              )}
            </td>
          </>
        )}
      </ResourceTable>
    </Panel>
  );
}
