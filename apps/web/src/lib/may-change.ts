'use client';
// Whether the current user can edit the project; if not, a screen says so in place of its buttons (roles.ts).
import { createContext, useContext } from 'react';

const MayChangeContext = createContext(false);

export const MayChangeProvider = MayChangeContext.Provider;

export const useMayChange = (): boolean => useContext(MayChangeContext);
