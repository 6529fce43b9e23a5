// Login by a token: the one that the server printed, or one from `serve token add`.

import { post } from './api.js';
import { el, fill } from './dom.js';

/** Makes the view. `entered` is called after the login. */
export function loginView(page, entered) {
  page.title('Log in');
  const said = el('div', { role: 'alert' });
  const input = el('input', {
    id: 'token',
    name: 'token',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    spellcheck: 'false',
    'aria-describedby': 'token-help',
  });
  const submit = el('button.primary', { type: 'submit' }, 'Log in');
  const form = el(
    'form.login',
    {
      on: {
        submit: async (event) => {
          event.preventDefault();
          submit.disabled = true;
          try {
            await post('/login', { token: input.value.trim() });
            await entered();
          } catch (problem) {
            input.setAttribute('aria-invalid', 'true');
            fill(said, el('p.notice.bad', {}, problem.said()));
            input.select();
          } finally {
            submit.disabled = false;
          }
        },
      },
    },
    el('h1', {}, 'Log in'),
    el('p', {}, 'See what your agents are doing, and what waits for you.'),
    el('label', { for: 'token' }, 'Token'),
    input,
    el('p.faint', { id: 'token-help' }, 'It stands behind ', el('code', {}, '#token='), ' in the address that ',
      el('code', {}, 'tidemark serve'), ' prints, or that you were given.'),
    said,
    submit,
  );
  return { element: form };
}
