// Forms that the browser's passkeys fill in; browsers without passkeys don't show them.
(() => {
  const { PublicKeyCredential: kind } = window;
  const isSupported = typeof kind?.parseCreationOptionsFromJSON === "function";

  /** Shows the forms of the page. */
  function show() {
    if (!isSupported) return;
    for (const form of document.querySelectorAll("form[data-passkey]")) form.hidden = false;
  }

  function say(form, text) {
    const place = form.querySelector("[role=alert]");
    place.textContent = text;
    place.hidden = text === "";
  }

  /** Returns the options that the service gives for a form. Throws what it says instead. */
  async function optionsFor(form) {
    const body = new URLSearchParams({ use: form.dataset.passkey, _token: form.elements._token.value });
    const response = await fetch("/console/passkey-options", { method: "POST", body });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.detail ?? form.dataset.away);
    return answer;
  }

  function credentialFor(use, options) {
    if (use === "register")
      return navigator.credentials.create({ publicKey: kind.parseCreationOptionsFromJSON(options) });
    return navigator.credentials.get({ publicKey: kind.parseRequestOptionsFromJSON(options) });
  }

  function reasonOf(error, form) {
    if (error.name === "NotAllowedError") return form.dataset.unchosen;
    if (error.name === "InvalidStateError") return form.dataset.known;
    if (error.name === "SecurityError") return form.dataset.elsewhere;
    return error.message;
  }

  async function fill(form) {
    say(form, "");
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const { options, state } = await optionsFor(form);
      const credential = await credentialFor(form.dataset.passkey, options);
      form.elements.credential.value = JSON.stringify(credential.toJSON());
      form.elements.state.value = state;
      form.submit();
    } catch (error) {
      say(form, reasonOf(error, form));
      button.disabled = false;
    }
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.matches("form[data-passkey]")) return;
      event.preventDefault();
      event.stopPropagation();
      fill(form);
    },
    true,
  );
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.body.addEventListener("htmx:afterSettle", show);
  });
})();
