/**
 * Holdfast in Spring Boot 4. The door is {@link io.holdfast.spring.boot.HoldfastAutoConfiguration};
 * applications see {@link io.holdfast.spring.boot.HoldfastSettingsCustomizer} and {@link
 * io.holdfast.spring.boot.HoldfastConnectionDetails}. Beans are made in the thread that starts the
 * application; health and endpoint are asked by any thread.
 */
@NullMarked
package io.holdfast.spring.boot;

import org.jspecify.annotations.NullMarked;
