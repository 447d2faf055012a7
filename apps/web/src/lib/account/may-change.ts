'use client';
// The current user's right to edit the project; without it, a screen says so in place of its buttons (roles.ts).
import { createContext, useContext } from 'react';

const MayChangeContext = createContext(false);

export const MayChangeProvider = MayChangeContext.Provider;

export const useMayChange = (): boolean => useContext(MayChangeContext);
