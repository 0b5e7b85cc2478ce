const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// Nobody calls the service as a subscriber: there is nothing to fill in for that scheme.
const withoutSubscriber = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize:
          (original) =>
          (...args) =>
            original(...args)?.filter((definition) => !definition.has("subscriber")),
      },
    },
  },
});

SwaggerUIBundle({
  url: "/docs/json",
  dom_id: "#page",
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  showExtensions: true,
  tryItOutEnabled: true,
  plugins: [withoutSubscriber],
  // Null, or the page would ask a server elsewhere whether the description is valid.
  validatorUrl: null,
});
