/**
 * The advice, and the checks of beans as they are made. The doors are {@link
 * io.holdfast.spring.proxy.LockedAdvisor} and {@link io.holdfast.spring.proxy.StartCheck}.
 */
@NullMarked
package io.holdfast.spring.proxy;

import org.jspecify.annotations.NullMarked;
