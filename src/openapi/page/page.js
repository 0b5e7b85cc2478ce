const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

// One secret is all that there is to fill in: every operation takes it as a bearer, and subscribers' tokens none.
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
  // Null, or the page would ask a server elsewhere whether the description is valid.
  validatorUrl: null,
});
