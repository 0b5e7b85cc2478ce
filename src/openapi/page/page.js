const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// Shows one field for the secret: every operation accepts it as a bearer token, and none accepts a receiver's token.
const bearerAlone = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        definitionsToAuthorize:
          (original) =>
          (...args) =>
            original(...args)?.filter((definition) => definition.has("bearer")),
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
  plugins: [bearerAlone],
  // Otherwise the page would send the description to an external validator.
  validatorUrl: null,
});
