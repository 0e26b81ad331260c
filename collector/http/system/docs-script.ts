/**
 * The script starts the page. The viewer draws a closed padlock if a credential is optional, as if one were held;
 * here such an operation has a padlock only while one is held and will be sent.
 */
export const docsScript = `const optionalCredentials = (system) => ({
  wrapComponents: {
    OperationSummary: (Original, { React }) => (props) => {
      const { operationProps } = props;
      const security = operationProps.get('security');
      const named = security?.filter((requirement) => requirement.size > 0);
      const isHeld = () => named !== undefined && system.authSelectors.isAuthorized(named) === true;
      const [held, setHeld] = React.useState(isHeld);
      React.useEffect(() => system.getStore().subscribe(() => setHeld(isHeld())), []);
      if (named === undefined || named.size === security.size) return React.createElement(Original, props);
      const shown = operationProps.set('isAuthorized', held).set('security', held ? named : undefined);
      return React.createElement(Original, { ...props, operationProps: shown });
    },
  },
});

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [optionalCredentials],
});
`;
