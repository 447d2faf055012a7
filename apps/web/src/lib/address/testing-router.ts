// For tests of elements with links.
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const nothing = () => undefined;
const ROUTER: AppRouterInstance = {
  ...{ back: nothing, forward: nothing, refresh: nothing },
  ...{ push: nothing, replace: nothing, prefetch: nothing, bfcacheId: '' },
};

/** The HTML of an element whose links lead nowhere. */
export const htmlWithLinks = (element: ReactElement): string =>
  renderToStaticMarkup(createElement(AppRouterContext.Provider, { value: ROUTER }, element));
