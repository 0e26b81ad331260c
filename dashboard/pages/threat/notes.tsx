import { useSignal } from '@preact/signals';
import { useAction } from '../../app/action.ts';
import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { mayWork } from '../../app/session.ts';
import { TextField } from '../../components/forms/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { Name } from '../../components/name.tsx';
import { Panel } from '../../components/panel.tsx';
import { Loaded, Refusal } from '../../components/state.tsx';
import { texts } from '../../texts/en/watch/threats.ts';

/** Shows people's notes on the threat, and a field for the next note. */
export function Notes({ id }: { id: number }) {
  const notes = useResource(`notes ${id}`, (signal) =>
    api.call('GET /api/v1/dns-monitoring/threats/{id}/notes', { params: { id }, signal }),
  );
  const text = useSignal('');
  const action = useAction(async () => {
    await api.call('POST /api/v1/dns-monitoring/threats/{id}/notes', {
      params: { id },
      body: { text: text.value.trim() },
    });
    text.value = '';
    notes.reload();
  });
  return (
    <Panel title={texts.notes}>
      <Loaded
        of={notes}
        lines={2}
        isEmpty={({ count }) => count === 0}
        empty={<p class="soft">{texts.noNotes}</p>}
      >
        {({ notes: found }) => (
          <ul class="stack">
            {found.map(({ id: noteId, author, text: said, created_at: at }) => (
              <li key={noteId}>
                <div class="soft small">
                  <Name name={author} meaning={false} prose />, <Moment at={at} relative />
                </div>
                <Name name={said} meaning={false} prose />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {mayWork() && (
        <form
          class="stack no-print"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.value.trim() !== '') void action.run();
          }}
        >
          <TextField
            label={texts.newNote}
            value={text.value}
            required
            onInput={(value) => {
              text.value = value;
            }}
          />
          <Refusal trouble={action.trouble} />
          <div>
            <button type="submit" class="button" disabled={action.busy}>
              {texts.addNote}
            </button>
          </div>
        </form>
      )}
    </Panel>
  );
}
