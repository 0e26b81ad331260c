import type { User } from '@sonde/client/api-types.generated.ts';
import { type Theme, theme } from '../app/preferences.ts';
import { href } from '../app/router.ts';

import { ownName, signOut } from '../app/session.ts';
import { SelectField } from '../components/forms/field.tsx';
import { texts } from '../texts/en/common.ts';
import { BrandFoot } from './brand.tsx';

const themes: readonly (readonly [Theme, string])[] = [
  ['system', texts.theme.system],
  ['light', texts.theme.light],
  ['dark', texts.theme.dark],
];

/** Shows the foot of the navigation: the signed-in person, the theme, and the link to the API's description. */
export function SideFoot({ user }: { user: User }) {
  return (
    <div class="side-foot">
      <SelectField
        label={texts.theme.label}
        hideLabel
        value={theme.value}
        options={themes}
        onChange={(value) => {
          theme.value = value;
        }}
      />
      <span title={texts.session.signedInAs(ownName() || user.email)} class="cut">
        {ownName() || user.email}
      </span>
      <div class="row">
        <button type="button" class="link-button" onClick={() => void signOut()}>
          {texts.session.signOut}
        </button>
        <a href={href('/docs')} data-outside>
          {texts.docs}
        </a>
      </div>
      <BrandFoot />
    </div>
  );
}
