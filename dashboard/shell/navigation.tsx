import { findRoute } from '../app/page-outlet.tsx';
import { href, place } from '../app/router.ts';
import { type Route, routes } from '../app/routes.ts';
import { mayOpen } from '../app/session.ts';
import { carried } from '../app/time-range.ts';
import { Icon } from '../components/icon.tsx';
import { texts } from '../texts/en/common.ts';

const groups = ['watch', 'investigate', 'protect', 'operate'] as const;

/** Shows the pages that this person may see, grouped by purpose. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const current = findRoute(place.value.path)?.route.name;
  return (
    <nav class="nav" aria-label={texts.nav.label}>
      {groups.map((group) => {
        const mine = visibleRoutes().filter((route) => route.group === group);
        if (mine.length === 0) return null;
        return (
          <div key={group}>
            <h2>{texts.nav[group]}</h2>
            <ul>
              {mine.map(({ name, pattern, icon }) => (
                <li key={name}>
                  <a
                    href={href(pattern, carried())}
                    aria-current={current === name ? 'page' : undefined}
                    onClick={onGo}
                  >
                    <Icon name={icon} />
                    {texts.pages[name]}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

export function visibleRoutes(): readonly Route[] {
  return routes.filter((route) => route.group !== undefined && mayOpen(route));
}
