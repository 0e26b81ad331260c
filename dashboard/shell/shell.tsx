import { useSignal } from '@preact/signals';
import type { User } from '@sonde/client/api-types.generated.ts';
import { brand } from '../app/brand.ts';
import { confirmation } from '../app/confirmation.ts';
import { lost, sessionEnded } from '../app/connection.ts';
import { type Shortcut, useShortcuts } from '../app/keyboard.ts';
import { PageOutlet } from '../app/page-outlet.tsx';
import { href, navigate } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { Icon } from '../components/icon.tsx';
import { texts } from '../texts/en/common.ts';
import { Brand } from './brand.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Drawer } from './drawer.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Navigation, visibleRoutes } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { PassingNotes } from './passing-notes.tsx';
import { SessionEnded } from './session-ended.tsx';
import { SideFoot } from './side-foot.tsx';

/**
 * Shows the frame of every page: the navigation, the search, and the messages that concern all pages. Until it is known who is
 * signed in, what depends on that is left out.
 */
export function Shell({ user }: { user: User | undefined }) {
  const open = useSignal<'palette' | 'keys' | 'drawer' | undefined>(undefined);
  const show = (what: typeof open.value) => () => {
    open.value = what;
  };
  const close = show(undefined);
  const journeysByKey: Shortcut[] = (user === undefined ? [] : visibleRoutes()).flatMap(
    ({ key, name, pattern }) =>
      key === undefined
        ? []
        : [
            {
              keys: `g ${key}`,
              text: texts.keys.goTo(texts.pages[name]),
              run: () => navigate(href(pattern, carried())),
            },
          ],
  );
  useShortcuts([
    { keys: '/', text: texts.keys.search, run: show('palette') },
    { keys: '?', text: texts.keys.help, run: show('keys') },
    ...journeysByKey,
  ]);
  return (
    <div class="shell">
      <a class="skip" href="#page" data-outside>
        {texts.skip}
      </a>
      <header class="topbar">
        <button type="button" class="button quiet" aria-label={texts.menu} onClick={show('drawer')}>
          <Icon name="menu" size={20} />
        </button>
        <Brand />
        <button type="button" class="button quiet" aria-label={texts.search} onClick={show('palette')}>
          <Icon name="search" size={20} />
        </button>
      </header>
      <aside class="side" aria-label={brand.value.name}>
        <Brand />
        <button type="button" class="button search-button" onClick={show('palette')}>
          <Icon name="search" />
          {texts.search}
          <kbd class="end">/</kbd>
        </button>
        {user !== undefined && (
          <>
            <Navigation />
            <SideFoot user={user} />
          </>
        )}
      </aside>
      <div class="column">
        {lost.value && (
          <p class="notice bad flat" role="status">
            <Icon name="alert" />
            {texts.connection.lost}
          </p>
        )}
        <PageOutlet isReady={user !== undefined} />
      </div>
      <PassingNotes />
      {open.value === 'palette' && user !== undefined && <Palette onClose={close} />}
      {open.value === 'keys' && <KeysDialog onClose={close} />}
      {open.value === 'drawer' && user !== undefined && <Drawer user={user} onClose={close} />}
      {/* Nothing has ended that is not known yet: the page for signing in comes then, and what was typed here would go with it. */}
      {sessionEnded.value && user !== undefined && <SessionEnded />}
      {confirmation.value !== undefined && <ConfirmDialog />}
    </div>
  );
}
