'use client';
// The current user's rights in the project (roles.ts); without one, a screen says so in place of its buttons or texts.
import { createContext, useContext } from 'react';

export interface Rights {
  mayChange: boolean;
  readsTexts: boolean;
}

const RightsContext = createContext<Rights>({ mayChange: false, readsTexts: true });

export const RightsProvider = RightsContext.Provider;

export const useMayChange = (): boolean => useContext(RightsContext).mayChange;

export const useReadsTexts = (): boolean => useContext(RightsContext).readsTexts;
