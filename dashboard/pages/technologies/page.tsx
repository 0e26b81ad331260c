import { api } from '../../app/api.ts';
import { useResource } from '../../app/resource.ts';
import { href, place, segment, setQuery } from '../../app/router.ts';
import { Finder } from '../../components/forms/finder.tsx';
import { Ranked } from '../../components/lists/ranked.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Empty, Loaded } from '../../components/state.tsx';
import { count } from '../../format/numbers.ts';
import { texts as common } from '../../texts/en/common.ts';
import { texts } from '../../texts/en/investigate/technologies.ts';
import { Users } from './users.tsx';

/** Shows technologies and sites by a part of their name, and the sites that use one technology. */
export function Page() {
  const asked = place.value.query.get('q') ?? '';
  const technology = place.value.query.get('technology');
  return (
    <>
      <PageHead title={common.pages.technologies} lead={texts.lead} />
      <Finder
        key={asked}
        text={asked}
        label={texts.find}
        placeholder={texts.placeholder}
        action={texts.search}
        longest={200}
        onFind={(q) => setQuery({ q, technology: undefined })}
      />
      {technology !== null && <Users key={technology} name={technology} />}
      {asked === '' ? <Top /> : <Found text={asked} />}
    </>
  );
}

function Top() {
  const top = useResource('top technologies', (signal) =>
    api.call('GET /api/tech/top', { query: { limit: 50 }, signal }),
  );
  const stats = useResource('technology stats', (signal) => api.call('GET /api/tech/stats', { signal }));
  const known = stats.data;
  const hint = known && texts.topHint(count(known.total_websites), count(known.total_technologies));
  return (
    <Panel title={texts.top} tools={<span class="soft">{hint}</span>}>
      <Loaded
        of={top}
        lines={10}
        isEmpty={({ technologies }) => technologies.length === 0}
        empty={
          <Empty title={texts.none}>
            <p class="soft">{texts.noneMore}</p>
          </Empty>
        }
      >
        {({ technologies }) => <Ranking technologies={technologies} />}
      </Loaded>
    </Panel>
  );
}

interface Used {
  readonly name: string;
  readonly category: string;
  readonly website_count: number;
}

function Ranking({ technologies }: { technologies: readonly Used[] }) {
  const q = place.value.query.get('q') ?? undefined;
  return (
    <Ranked
      items={technologies.map(({ name, category, website_count: value }) => ({
        key: category + name,
        label: (
          <>
            {name} <span class="soft small">{category}</span>
          </>
        ),
        href: href('/technologies', { q, technology: name }),
        value,
      }))}
    />
  );
}

function Found({ text }: { text: string }) {
  const found = useResource(`find ${text}`, (signal) =>
    api.call('GET /api/tech/search', { query: { q: text, limit: 50 }, signal }),
  );
  return (
    <div class="halves">
      <Panel title={texts.found}>
        <Loaded
          of={found}
          isEmpty={({ technologies }) => technologies.length === 0}
          empty={<p class="soft wrap">{texts.nothing(text)}</p>}
        >
          {({ technologies }) => <Ranking technologies={technologies} />}
        </Loaded>
      </Panel>
      <Panel title={texts.foundSites}>
        <Loaded
          of={found}
          isEmpty={({ websites }) => websites.length === 0}
          empty={<p class="soft wrap">{texts.nothing(text)}</p>}
        >
          {({ websites }) => (
            <Ranked
              items={websites.map(({ domain, technology_count: value }) => ({
                key: domain,
                label: domain,
                href: href(`/domain/${segment(domain)}`, { view: 'technologies' }),
                value,
              }))}
            />
          )}
        </Loaded>
      </Panel>
    </div>
  );
}
